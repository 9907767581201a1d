# The shop as an image: built with the development packages, run without them (docs/deploying.md).
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
COPY --from=packages /shop/node_modules ./node_modules
COPY --from=build /build/package.json /build/package-lock.json ./
COPY --from=build /build/build ./build
COPY --from=build /build/drizzle/migrations ./drizzle/migrations
COPY --from=build /build/app/gateways/fonts ./app/gateways/fonts
COPY --from=build /build/scripts/venue.mjs ./scripts/venue.mjs
COPY --from=build /build/venue ./venue
# /data holds letters as files and pictures made smaller; the shop writes nowhere else.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# The shop, and with DESK_ORIGIN the desk.
EXPOSE 3000 3001
# Alive, not ready: a container that waits for its database must not be killed for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
	CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The line of `npm run serve`, without npm between the signal and the server.
CMD ["node", "--max-old-space-size=320", "--max-semi-space-size=8", "build/serve/serve.js"]
