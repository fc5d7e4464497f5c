/** A client that speaks long polling by hand, to send what a stock client never would. */
export class PollingClient {
  readonly sid: string;
  #base: string;

  private constructor(base: string, sid: string) {
    this.#base = base;
    this.sid = sid;
  }

  /** @param endpoint such as `http://127.0.0.1:3000/engine.io/` */
  static async open(endpoint: string): Promise<PollingClient> {
    const base = `${endpoint}?EIO=4&transport=polling`;
    const text = await (await fetch(base)).text();
    const { sid } = JSON.parse(text.slice(1)) as { sid: string };
    return new PollingClient(`${base}&sid=${sid}`, sid);
  }

  poll(): Promise<Response> {
    return fetch(this.#base);
  }

  post(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.#base, {
      method: "POST",
      body,
      headers: { "Content-Type": "text/plain;charset=UTF-8", ...headers },
    });
  }

  request(init: RequestInit): Promise<Response> {
    return fetch(this.#base, init);
  }

  /** Polls until `count` packets other than pings have come; answers the pings. */
  async receive(count: number): Promise<string[]> {
    const packets: string[] = [];
    while (packets.length < count) {
      const response = await this.poll();
      if (response.status !== 200) throw new Error(`poll answered ${response.status}`);
      for (const packet of (await response.text()).split("\x1e")) {
        if (packet === "2") await this.post("3");
        else packets.push(packet);
      }
    }
    return packets;
  }

  /** Polls without answering pings until the session is gone. @returns the packets until then */
  async drain(): Promise<string[]> {
    const packets: string[] = [];
    for (;;) {
      const response = await this.poll();
      const text = await response.text();
      if (response.status !== 200) return packets;
      packets.push(...text.split("\x1e"));
    }
  }
}

export async function errorCode(response: Response): Promise<number> {
  return ((await response.json()) as { code: number }).code;
}
