# The module and the directory are put beside it by server.ts.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "disk", disk = (path = "storage", writable = true)),
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);

const main :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js") ],
  compatibilityDate = "2026-10-15",
  compatibilityFlags = ["nodejs_compat", "no_web_socket_compression"],
  durableObjectNamespaces = [
    (className = "BenchConversationObject", uniqueKey = "conversations", enableSql = true),
    (className = "BenchLiveObject", uniqueKey = "live", enableSql = true),
    (className = "BareObject", uniqueKey = "bare", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
    (name = "CONVERSATIONS", durableObjectNamespace = "BenchConversationObject"),
    (name = "LIVE", durableObjectNamespace = "BenchLiveObject"),
    (name = "BARE", durableObjectNamespace = "BareObject"),
  ],
);
