// The error that prevents a start; its message is one line for the person who starts the server.

export class StartupError extends Error {}
