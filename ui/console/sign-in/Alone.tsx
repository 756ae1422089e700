// A card on a page of its own, before the sign-in.
import type { PropsWithChildren } from "react"
import { Header } from "../Header.tsx"
import { LoginLink } from "../LoginLink.tsx"
import { useWired } from "../wired.tsx"
import classes from "./SignIn.module.css"

/** Its heading has the id `sign-in-heading`. */
export const Alone = ({ children }: PropsWithChildren) => (
  <>
    <Header end={<LoginLink bases={useWired().bases} current={false} />} />
    <main id="content" tabIndex={-1} className={classes["page"]}>
      <section className={classes["card"]} aria-labelledby="sign-in-heading">
        {children}
      </section>
    </main>
  </>
)
