const PAUSE_MS = 5_000;

async function tryAgain(): Promise<void> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  await answer?.body?.cancel();
  if (answer?.ok) location.reload();
}

document.querySelector("button")?.addEventListener("click", () => location.reload());
addEventListener("online", () => void tryAgain());
setInterval(() => {
  if (document.visibilityState === "visible" && navigator.onLine) void tryAgain();
}, PAUSE_MS);
