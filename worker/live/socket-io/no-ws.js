// Workers have their own WebSockets: `engine-on-fetch.ts`.
export class Server {}
export const WebSocket = Server;
export default Server;
