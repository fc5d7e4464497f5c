export { Server as EngineServer } from "engine.io";
export { Server } from "socket.io";
