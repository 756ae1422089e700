// What respondents see a chat called (decisions S11).

/** [S11] The public title; where it says nothing, the name of the community. */
export const publicTitle = (title: string, community: string): string => title.trim() || community
