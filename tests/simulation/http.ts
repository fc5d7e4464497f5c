export class SimulatedResponse extends Response {
  override readonly webSocket: WebSocket | null;

  constructor(body?: BodyInit | null, init: ResponseInit = {}) {
    // Node's `Response` refuses status 101.
    super(body, init.webSocket ? { ...init, status: 200 } : init);
    this.webSocket = init.webSocket ?? null;
  }
}
