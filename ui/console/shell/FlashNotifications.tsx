// Draws flash messages with Mantine's notifications. The machine decides which messages are shown and for how long.

import { createNotificationsStore, type NotificationData, Notifications, updateNotificationsState } from "@mantine/notifications"
import { useState } from "react"
import type { Tone } from "../../../machines/flash-messages-machine.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { noticeIcons, useDismissal } from "../../kit/Notice.tsx"
import type { ShownMessagesProps } from "./FlashMessages.tsx"
import classes from "./FlashNotifications.module.css"
import "@mantine/core/styles/Notification.layer.css"
import "@mantine/notifications/styles.layer.css"

const place = "top-left"
/** Every message of the machine is shown. */
const limit = Number.POSITIVE_INFINITY
const colors = { good: "green", bad: "red", quiet: "gray" } as const satisfies Record<Tone, string>

const createStore = () => {
  const store = createNotificationsStore()
  store.setState({ ...store.getState(), defaultPosition: place, limit })
  return store
}

export const FlashNotifications = ({ messages }: ShownMessagesProps) => {
  const t = useTranslate()
  const [store] = useState(createStore)
  // The library closes the message itself.
  const closeButtonProps = { "aria-label": t("dismiss"), ...useDismissal(() => undefined) }
  const toNotification = ({ id, tone, text, onDismiss }: ShownMessagesProps["messages"][number]): NotificationData => {
    const Icon = noticeIcons[tone]
    return {
      id,
      message: text,
      color: colors[tone],
      icon: <Icon size={18} aria-hidden="true" />,
      role: tone === "bad" ? "alert" : "status",
      withBorder: true,
      closeButtonProps,
      onClose: onDismiss,
    }
  }
  const showMessages = () => updateNotificationsState(store, () => messages.map(toNotification))
  return (
    // A new ref callback runs after each render, before the browser paints.
    <div ref={showMessages}>
      <Notifications
        store={store}
        position={place}
        limit={limit}
        autoClose={false}
        withinPortal={false}
        containerWidth="24rem"
        notificationMaxHeight="100dvh"
        classNames={{ root: classes["root"] ?? "", notification: classes["notification"] ?? "" }}
      />
    </div>
  )
}
