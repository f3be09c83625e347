/** The framework's settings. Hosts, addresses and headers are the custom server's (server.mjs). */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  compress: false,
  skipTrailingSlashRedirect: true,
  productionBrowserSourceMaps: false,
  htmlLimitedBots: /.*/,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  serverExternalPackages: ["pg", "pino", "ioredis", "@prisma/client", "@prisma/adapter-pg"],
  experimental: { serverSourceMaps: false },
};

export default config;
