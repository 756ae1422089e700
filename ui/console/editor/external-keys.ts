// The keys of the CRM that the editor knows from the script's external data.
import { dataKeys } from "../../../domain/connections/data-points.ts"
import type { EditorContext } from "../../../machines/editor/setup.ts"

export const externalKeys = ({ dataPoints }: Pick<EditorContext, "dataPoints">): ReadonlyArray<string> => dataKeys(dataPoints)
