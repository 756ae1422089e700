// The failure of a port. Apart from ports.ts, because failures create Schemas and the machines of public pages do without them.
import { type Failure, isFailure, Unreachable } from "../domain/failures/failure.ts"

/** Returns the failure that an adapter rejected with. Any other error is a bug and becomes Unreachable with its message. */
export const asFailure = (error: unknown): Failure => (isFailure(error) ? error : new Unreachable({ message: String(error) }))
