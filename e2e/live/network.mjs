/**
 * The network of the machine on which the product of the walk runs, as a name server and a router would make it: a
 * connection to a host and port of LIVE_WALK_ROUTES goes to a port of this machine, and names are asked of the name
 * server LIVE_WALK_NAME_SERVER where there is one. It is loaded by `--import` into the product's processes; the product
 * itself knows nothing of it, and checks certificates as ever.
 */
import { Resolver } from "node:dns/promises";
import { Socket } from "node:net";

const routes = JSON.parse(process.env.LIVE_WALK_ROUTES ?? "{}");
const { connect } = Socket.prototype;

Socket.prototype.connect = function connectByRoute(...args) {
  const [options, ...others] = args;
  const port = routes[`${options?.host}:${options?.port}`];
  return port === undefined
    ? connect.apply(this, args)
    : connect.call(this, { ...options, host: "127.0.0.1", port }, ...others);
};

const nameServer = process.env.LIVE_WALK_NAME_SERVER;
if (nameServer !== undefined) {
  // A resolver with open questions refuses another server, so each one gets it before its first question.
  const knowing = new WeakSet();
  for (const method of ["resolve4", "resolve6"]) {
    const ask = Resolver.prototype[method];
    Resolver.prototype[method] = function askNameServer(...args) {
      if (!knowing.has(this)) this.setServers([nameServer]);
      knowing.add(this);
      return ask.apply(this, args);
    };
  }
}
