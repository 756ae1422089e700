// What became of keeping on a device what the server does not have yet (design/reliability "Never lost").

/** Kept, or not, because there is no room or no storage at all. */
export type Keeping = "kept" | "full" | "off"
