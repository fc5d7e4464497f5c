import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The origin of a push service on this machine. */
    pushService: string;
    /** Notifications that are really sent, of those of all devices: `PUSHES`, 10,000 by default. */
    pushes: number;
  }
}

/** A push service that takes everything, and does nothing with it. */
export default async function setup({ provide }: TestProject) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(201).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provide("pushService", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  provide("pushes", Number(process.env.PUSHES ?? 10_000));
  return () => void server.close().closeAllConnections();
}
