/* The timers and ids of the official server, by the simulator's clock and chance. */
exports.setTimeout = (...given) => setTimeout(...given);
exports.clearTimeout = (timer) => clearTimeout(timer);
exports.generateId = () => crypto.randomUUID();
