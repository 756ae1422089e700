// The wizard that sets up a delivery: three steps, each enabled when the ones before are valid, beside a live preview.
import { Button, VisuallyHidden } from "@mantine/core"
import { IconCheck } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { getPayloadVersion, isStepValid, toDynamicDelivery, wizardSteps } from "../../../../domain/actions/delivery-validation.ts"
import { deepEqual } from "../../../../domain/json/json-value.ts"
import type { DeliveryWizardActor } from "../../../../machines/editor/delivery-wizard-machine.ts"
import { DraftDialog } from "../../../kit/FormDialog.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { DeliveryTest, PayloadPreview } from "./DeliveryPreview.tsx"
import { EndpointStep, QuestionsStep } from "./DeliverySteps.tsx"
import classes from "./OutboundPanels.module.css"
import { StructureStep } from "./StructureStep.tsx"

type Props = { readonly actor: DeliveryWizardActor }

export const DeliveryWizard = ({ actor }: Props) => {
  const t = useTranslate()
  const isOpen = useSelector(actor, (state) => state.matches("open"))
  const isConfirmingClose = useSelector(actor, (state) => state.hasTag("confirming-close"))
  return (
    <DraftDialog
      title={t("outbound.wizard")}
      width="72rem"
      opened={isOpen}
      asks={isConfirmingClose}
      onClose={() => actor.send({ type: "wizard.close" })}
      onThrowAway={() => actor.send({ type: "close.confirm" })}
      onKeep={() => actor.send({ type: "close.cancel" })}
    >
      <WizardContent actor={actor} />
    </DraftDialog>
  )
}

const WizardContent = ({ actor }: Props) => {
  const t = useTranslate()
  const params = useSelector(actor, ({ context }) => context.params)
  const locked = useSelector(actor, ({ context }) => context.locked)
  const step = useSelector(actor, ({ context }) => context.step)
  return (
    <div className={classes["wizard"]}>
      <div className={classes["side"]}>
        {getPayloadVersion(params) === 2 && <Steps actor={actor} />}
        {locked && <p className={classes["quiet"]}>{t("outbound.locked")}</p>}
        <div className={classes["step"]}>
          {step === "endpoint" && <EndpointStep actor={actor} />}
          {step === "questions" && <QuestionsStep actor={actor} />}
          {step === "structure" && <StructureStep actor={actor} />}
          {getPayloadVersion(params) === 1 && (
            <div className={classes["panel"]}>
              <p className={classes["quiet"]}>{t("outbound.static")}</p>
              {!locked && (
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => actor.send({ type: "params.update", change: toDynamicDelivery(params) })}
                >
                  {t("outbound.static.change")}
                </Button>
              )}
            </div>
          )}
        </div>
        <WizardButtons actor={actor} />
      </div>
      <section className={classes["side"]} aria-label={t("outbound.preview")} data-preview>
        <PayloadPreview actor={actor} />
        <DeliveryTest actor={actor} />
      </section>
    </div>
  )
}

const Steps = ({ actor }: Props) => {
  const t = useTranslate()
  const params = useSelector(actor, ({ context }) => context.params)
  const step = useSelector(actor, ({ context }) => context.step)
  const reachable = useSelector(actor, (state) => wizardSteps.filter((name) => state.can({ type: "step.go", step: name })), deepEqual)
  return (
    <nav aria-label={t("outbound.steps")}>
      <ol className={classes["steps"]}>
        {wizardSteps.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === step ? "step" : undefined}
              disabled={!reachable.includes(name)}
              onClick={() => actor.send({ type: "step.go", step: name })}
            >
              <span className={classes["number"]} aria-hidden="true">
                {isStepValid(name, params) && name !== step ? <IconCheck size={14} /> : index + 1}
              </span>
              {t(`outbound.step.${name}`)}
              {isStepValid(name, params) && name !== step && <VisuallyHidden>, {t("outbound.step.done")}</VisuallyHidden>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Save is offered on the last step; a static delivery [A5] has only one. */
const WizardButtons = ({ actor }: Props) => {
  const t = useTranslate()
  const locked = useSelector(actor, ({ context }) => context.locked)
  const version = useSelector(actor, ({ context }) => getPayloadVersion(context.params))
  const step = useSelector(actor, ({ context }) => context.step)
  const canGoBack = useSelector(actor, (state) => state.can({ type: "step.back" }))
  const canGoNext = useSelector(actor, (state) => state.can({ type: "step.next" }))
  const canSave = useSelector(actor, (state) => state.can({ type: "wizard.save" }))
  const isLast = version === 1 || step === wizardSteps.at(-1)
  return (
    <div className={classes["ways"]}>
      {canGoBack && (
        <Button variant="default" onClick={() => actor.send({ type: "step.back" })}>
          {t("outbound.back")}
        </Button>
      )}
      {!isLast ? (
        <Button disabled={!canGoNext} onClick={() => actor.send({ type: "step.next" })}>
          {t("outbound.next")}
        </Button>
      ) : locked ? (
        <Button onClick={() => actor.send({ type: "wizard.close" })}>{t("close")}</Button>
      ) : (
        <Button disabled={!canSave} onClick={() => actor.send({ type: "wizard.save" })}>
          {t("outbound.save")}
        </Button>
      )}
    </div>
  )
}
