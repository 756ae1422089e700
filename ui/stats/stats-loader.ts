// The entry of the live statistics' page: small, and in need of no other script, so that it can tell when one of those does not come.
import "./stats.css"
import { showLoadFailure } from "../kit/load-failure-page.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")

// Not awaited: what comes asks this script for its part of the loading, and would wait for its end.
import("./main.tsx").catch(() => showLoadFailure(root))
