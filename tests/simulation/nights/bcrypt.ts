/** Replaces bcrypt in the simulator's bundle: the same answers, without 60 ms of work each. */
export const genSaltSync = () => "";
export const hash = async (password: string) => hashOf(password);
export const compare = async (password: string, stored: string) => hashOf(password) === stored;

export const hashOf = (password: string) => `simulated ${password}`;
