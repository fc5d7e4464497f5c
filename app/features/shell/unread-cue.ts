const CUE = /^\(\d+\) /;

export function showUnread(unread: number): void {
  const plain = document.title.replace(CUE, "");
  document.title = unread > 0 ? `(${unread}) ${plain}` : plain;
  // Only an installed app has a badge. Other browsers ignore or reject the call.
  const badged = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.();
  badged?.catch(() => {});
}
