// Entry of the statistics page: loads the rest, and shows an error page if that fails; therefore it must not import any other chunk.
import "./stats.css"
import { showLoadFailure } from "../kit/load-failure-page.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")

// Not awaited: the loaded chunks import this module, so a top-level await here would deadlock.
import("./main.tsx").catch(() => showLoadFailure(root))
