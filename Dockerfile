# Every step of the build is one that `make` also runs outside an image.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends make
WORKDIR /src
COPY . .
RUN make install PREFIX=/opt/wisp

FROM python:3.13-slim
RUN useradd --system --uid 10001 wisp && install --directory --owner=wisp /data
COPY --from=build /opt/wisp /opt/wisp
ENV PATH=/opt/wisp/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/wisp.db \
    XDG_CACHE_HOME=/data/cache \
    HOST=0.0.0.0 \
    PORT=8000
USER wisp
WORKDIR /data
VOLUME /data
EXPOSE 8000
# An answer other than 200 raises, and so fails the check.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", \
    "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"]
# Uvicorn answers what it has begun, then stops.
STOPSIGNAL SIGTERM
CMD ["wisp", "serve"]
