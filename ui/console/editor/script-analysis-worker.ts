// Entry of the worker that checks scripts. Started by editor-wiring.ts.
import { serveScriptAnalyses } from "../../../adapters/browser/script-analysis.ts"
import { checkScript } from "../../../domain/check/editor-check.ts"
import { proveShown } from "../../../domain/check/proofs.ts"
import { buildFlow } from "../../../domain/flow/flow-graph.ts"

serveScriptAnalyses({ check: checkScript, prove: ({ script, places }) => proveShown(script, places), buildFlow })
