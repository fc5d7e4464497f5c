/* The timers and ids of the official server, by the simulator's clock and chance. */
exports.setTimeout = (work, ms) => {
  const timer = {
    own: setTimeout(work, ms),
    refresh() {
      clearTimeout(timer.own);
      timer.own = setTimeout(work, ms);
    },
  };
  return timer;
};
exports.clearTimeout = (timer) => clearTimeout(timer?.own);
exports.generateId = () => crypto.randomUUID();
