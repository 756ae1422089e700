// Fills a package-lock.json with the optional platform packages which the registry could not
// serve when the lock was made. npm ci refuses a lock that lacks them; os/cpu keep npm from fetching them.
import { readFileSync, writeFileSync } from "node:fs"

const file = process.argv[2] ?? "package-lock.json"
const lock = JSON.parse(readFileSync(file, "utf8"))
const P = lock.packages
const platform = (name) => {
  const os = /android|darwin|freebsd|openharmony|linux|win32|sunos|aix|netbsd|openbsd/.exec(name)?.[0]
  const cpu = /arm64|x64|ia32|loong64|ppc64|riscv64|s390x|armv7|arm/.exec(name)?.[0].replace("armv7", "arm")
  const libc = os === "linux" ? (/musl/.test(name) ? "musl" : /gnu/.test(name) ? "glibc" : undefined) : undefined
  return { os, cpu, libc }
}
let added = 0
for (const [at, pkg] of Object.entries({ ...P })) {
  for (const [dep, range] of Object.entries(pkg.optionalDependencies ?? {})) {
    let base = at,
      found = false
    for (;;) {
      if (P[`${base ? base + "/" : ""}node_modules/${dep}`]) {
        found = true
        break
      }
      if (!base) break
      const i = base.lastIndexOf("/node_modules/")
      base = i < 0 ? "" : base.slice(0, i)
    }
    if (found) continue
    if (!/^\d+\.\d+\.\d+/.test(range)) throw new Error(`${at}: ${dep}@${range} is no exact version`)
    const { os, cpu, libc } = platform(dep)
    if (!os || !cpu) throw new Error(`${dep}: platform not known from its name`)
    P[`node_modules/${dep}`] = {
      version: range,
      cpu: [cpu],
      ...(pkg.dev && { dev: true }),
      ...(libc && { libc: [libc] }),
      optional: true,
      os: [os],
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(P).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync(file, JSON.stringify(lock, null, 2) + "\n")
console.log(`${added} entries added`)
