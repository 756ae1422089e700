// Entry point of the server. What shuts it down is there from the first moment, before the rest is loaded, which takes a while. This file
// does not wait for the server: launch/start.ts listens for the signals itself until this file has run.
import { listenForShutdown, surviveLostOutput } from "./shutdown-signals.ts"

surviveLostOutput()
const shutdown = listenForShutdown()
void import("./run-server.ts").then(({ runServer }) => runServer(shutdown))
