// Somewhere to start from: a palette, or another community's style.
import { Button, Modal, NativeSelect } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useState } from "react"
import { type PaletteName, palettes, swatchesOf } from "../../../../domain/style/palettes.ts"
import { useWords } from "../../../kit/words.tsx"
import { useCommunities } from "../../communities-context.tsx"
import { useStyled, useStyling } from "./configuring.tsx"
import { painted } from "./painted.ts"
import classes from "./Styling.module.css"

const names = Object.keys(palettes) as ReadonlyArray<PaletteName>

export const Looks = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useWords()
  const actor = useStyling()
  return (
    <Modal opened onClose={onClose} title={t("styling.looks")} closeButtonProps={{ "aria-label": t("close") }}>
      <section className={classes["looks"]} aria-label={t("styling.looks.palettes")}>
        <p className={classes["quiet"]}>{t("styling.looks.text")}</p>
        <ul className={classes["palettes"]}>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={classes["palette"]}
                onClick={() => {
                  actor.send({ type: "palette.pick", palette: name })
                  onClose()
                }}
              >
                <span className={classes["colours"]} aria-hidden="true">
                  {swatchesOf(name).map((colour) => (
                    <span key={colour} ref={painted(colour)} />
                  ))}
                </span>
                {t(`styling.palette.${name}`)}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Take onClose={onClose} />
    </Modal>
  )
}

const Take = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useWords()
  const actor = useStyling()
  const slug = useStyled((context) => context.slug)
  const communities = useSelector(useCommunities(), ({ context }) => context.communities)
  const others = communities.filter((one) => one.slug !== slug)
  const [from, choose] = useState("")
  if (others.length === 0) return null
  return (
    <section className={classes["looks"]} aria-labelledby="styling-take">
      <h3 id="styling-take">{t("styling.take")}</h3>
      <p className={classes["quiet"]}>{t("styling.take.text")}</p>
      <div className={classes["take"]}>
        <NativeSelect
          label={t("styling.take.from")}
          value={from}
          data={[{ value: "", label: t("styling.take.choose") }, ...others.map((one) => ({ value: one.slug, label: one.name }))]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={from === ""}
          onClick={() => {
            actor.send({ type: "community.take", slug: from })
            onClose()
          }}
        >
          {t("styling.take.do")}
        </Button>
      </div>
    </section>
  )
}
