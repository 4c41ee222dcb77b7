# The bot. It is bundled: neither npm nor anything that it would install is needed.
#
# The digest is that of the image for all platforms; the tag says what it is. Another one, when Node is updated:
#   docker buildx imagetools inspect node:24-alpine
FROM node:24.21.0-alpine3.24@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1

ENV NODE_ENV=production
WORKDIR /app
COPY package.json LICENSE ./
COPY dist/ dist/

USER node
# The last makes Node use HTTPS_PROXY and NO_PROXY, where they are set.
ENV HOST=0.0.0.0 PORT=3000 NODE_USE_ENV_PROXY=1
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# As `npm start` does: what a webhook leaves behind is gone soon, and needs no room that grows. `--setup` may follow.
ENTRYPOINT ["node", "--max-semi-space-size=8", "dist/bot.js"]
