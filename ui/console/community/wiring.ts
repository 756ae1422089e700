// Where the machines of one community's screens meet adapters.
import { communityBySlug } from "../../../adapters/api/communities.ts"
import { membersApi } from "../../../adapters/api/members.ts"
import { localDay } from "../../../adapters/browser/days.ts"
import { saveFile } from "../../../adapters/browser/files.ts"
import { membersFileName } from "../../../domain/exports/file-name.ts"
import { membersMachine } from "../../../machines/community/members.ts"
import type { Outside } from "../wired.tsx"
import type { CommunityMachines } from "./machines.ts"

/** Members that one page brings. */
const limit = 100

export const wireCommunity = ({ api, fill }: Outside): CommunityMachines => {
  const members = membersApi(api)
  const find = communityBySlug(api)
  return {
    members: membersMachine.provide({
      actors: {
        list: fill(async ({ slug, offset }, signal) => members.list({ community: await find(slug, signal), limit, offset }, signal)),
        save: fill(async ({ slug }, signal) => {
          const text = await members.file({ community: await find(slug, signal) }, signal)
          const name = membersFileName(localDay(new Date()), slug)
          saveFile(name, `\ufeff${text}`, "text/csv;charset=utf-8")
          return name
        }),
      },
    }),
  }
}
