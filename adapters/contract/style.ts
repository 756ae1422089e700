// The calls about a community's styling and the side menu of its chats (spec/3-community §7; contract "read, write style").
import { SideMenu } from "../../domain/communities/side-menu.ts"
import { StylePayload } from "../../domain/style/style-file.ts"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"

/** Two lists of single-key objects. Respondents' pages bring it with them: only members ask for it. */
export const readStyle = endpoint({ method: "get", path: "/{community}/style", payload: Nothing, answer: StylePayload })

/** Answers with the style as it is kept. */
export const saveStyle = endpoint({ method: "post", path: "/api/communities/{id}/style", payload: StylePayload, answer: StylePayload })

export const readSideMenu = endpoint({ method: "get", path: "/{community}/sidemenu", payload: Nothing, answer: SideMenu })

export const saveSideMenu = endpoint({ method: "patch", path: "/api/communities/{id}/sidemenu", payload: SideMenu, answer: SideMenu })
