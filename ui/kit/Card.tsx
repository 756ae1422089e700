// A section of a page as a card with a heading.
import { Title } from "@mantine/core"
import { type PropsWithChildren, useId } from "react"
import classes from "./Card.module.css"

export const Card = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => {
  const id = useId()
  return (
    <section className={classes["card"]} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
