// The floor for the editor's benchmarks: the same list and form in bare React, without rules, styles or a script to fetch.
import { useState } from "react"
import { createRoot } from "react-dom/client"

type Row = { readonly id: number; readonly name: string; readonly text: string }
const count = Number(new URLSearchParams(window.location.search).get("rows") ?? 1000)
const initial: ReadonlyArray<Row> = Array.from({ length: count }, (_, i) => ({ id: i, name: `q${i + 1}`, text: `Question ${i + 1}` }))

const Floor = () => {
  const [title, setTitle] = useState("Bench")
  const [rows, setRows] = useState(initial)
  const [selected, select] = useState<number | null>(null)
  const row = rows.find(({ id }) => id === selected)
  const add = () => {
    setRows([...rows, { id: rows.length, name: `q${rows.length + 1}`, text: "" }])
    select(rows.length)
  }
  return (
    <>
      <label>
        Title <input value={title} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <button type="button" onClick={add}>
        Add instruction
      </button>
      <ul aria-label="Instructions">
        {rows.map(({ id, name, text }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === selected} onClick={() => select(id)}>
              {name} {text}
            </button>
          </li>
        ))}
      </ul>
      {row && (
        <section aria-label="Instruction">
          <label>
            Name{" "}
            <input
              value={row.name}
              onChange={(event) => setRows(rows.map((it) => (it === row ? { ...row, name: event.target.value } : it)))}
            />
          </label>
        </section>
      )}
    </>
  )
}

const root = document.getElementById("root")
if (root) createRoot(root).render(<Floor />)
