// Workers have WebSockets of their own: `engine-on-fetch.ts`.
export class Server {}
export const WebSocket = Server;
export default Server;
