// Entry point of the server. Listens for shutdown signals before it loads the rest, which takes a while. This module does not
// wait for the server: launch/start.ts handles the signals itself until this module has run.
import { listenForShutdown, surviveLostOutput } from "./shutdown-signals.ts"

surviveLostOutput()
const shutdown = listenForShutdown()
void import("./run-server.ts").then(({ runServer }) => runServer(shutdown))
