/**
 * Loaded before a tool (`node --import`). Ends the tool when its parent process is gone, because a parent that is
 * killed by SIGKILL can't end its children, and an orphan would keep the port.
 */
const parent = process.ppid;
const CHECK_MS = 250;
const GIVE_UP_MS = 3_000;

const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
}, CHECK_MS);
timer.unref();
