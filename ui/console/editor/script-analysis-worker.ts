// Entry of the worker that checks scripts. Started by editor-wiring.ts.
import { serveScriptAnalyses } from "../../../adapters/browser/script-analysis.ts"
import { proveShown } from "../../../domain/check/proofs.ts"
import { inspectScript } from "../../../domain/check/script-rules.ts"

serveScriptAnalyses({ check: inspectScript, prove: ({ script, places }) => proveShown(script, places) })
