import { mayNotify } from "~/app/features/notifications/use-service-worker";
import type { MessageDto } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";

/**
 * Tells of a partner's message if the reader has allowed it (docs/rules.md#sending) and does not see it anyway. One
 * replaces the other, so that several tabs and a quick partner make one notification.
 */
export async function notifyOfMessage(conversationId: string, message: MessageDto): Promise<void> {
  if (!mayNotify()) return;
  const { isPushOn, notifyByWorker } = await import("~/app/features/notifications/device");
  // The service worker shows it, also when this page is gone.
  if (isPushOn()) return;
  if (document.visibilityState === "visible" && document.hasFocus()) return;
  const body = `${isolate(message.sender_name)}: ${message.content}`;
  try {
    const notification = new Notification("New Message", { body, tag: conversationId });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome on Android has the constructor, and throws.
    await notifyByWorker("New Message", body, `/conversation/${conversationId}`);
  }
}
