// The calls about a community's options (spec/3-community §7; contract "options"). Secrets come back masked.
import { Checkout } from "../../domain/communities/checkout.ts"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"

export const readOption = endpoint({ method: "get", path: "/api/communities/{id}/options/{key}", payload: Nothing, answer: Checkout })

export const saveOption = endpoint({ method: "post", path: "/api/communities/{id}/options/{key}", payload: Checkout, answer: Checkout })
