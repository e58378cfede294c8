#!/bin/sh
# Installs the newest version in a folder of its own and switches to it (deploy/README.md, "With systemd").
# Nothing that runs reads the new files before the switch. When the new servers do not start, the link goes back.
set -eu
home=${MOSTRUARIO_HOME:-/opt/mostruario}
# Folders that stay besides those in which a process still works, for the way back.
keep=3
# Seconds that the new servers may take, migrations included: supervisor.ts gives each one ten minutes.
patience=${PATIENCE:-1200}

cd "$home/repository"
git pull --quiet --ff-only
release=$home/releases/$(git rev-parse --short=12 HEAD)
current=$home/current
before=$(readlink -f "$current" 2>/dev/null || true)
if [ "$before" = "$release" ]; then
  echo "Já é a versão atual: $release"
  exit 0
fi

if [ ! -d "$release" ]; then
  part=$release.part
  rm -rf "$part"
  mkdir -p "$part"
  git archive HEAD | tar -x -C "$part"
  (cd "$part" && npm ci && npm run build && npm prune --omit=dev)
  mv "$part" "$release"
fi

switch_to() {
  ln -sfn "$1" "$current.new"
  mv -T "$current.new" "$current"
}
# Process numbers of servers whose program lies below a folder.
servers_of() {
  pgrep -f "^[^ ]*node.* $1/build/program/.*/server\.js" || true
}
switch_to "$release"
if ! systemctl is-active --quiet mostruario; then
  echo "Pronto em $release. Para iniciar: systemctl enable --now mostruario"
  exit 0
fi
systemctl reload mostruario
waited=0
while [ -z "$(servers_of "$release")" ] || [ -n "$(servers_of "$before")" ]; do
  waited=$((waited + 1))
  # The one before goes on and no new one is on its way: it was refused, or ended.
  if [ "$waited" -gt "$patience" ] || { [ "$waited" -gt 15 ] && [ -z "$(servers_of "$release")" ]; }; then
    switch_to "$before"
    echo "A versão nova não começou; a anterior continua em $before. O motivo: journalctl -u mostruario" >&2
    exit 1
  fi
  sleep 1
done

# A folder in which a process works stays.
in_use() {
  for process in /proc/[0-9]*; do
    for link in exe cwd; do
      case $(readlink "$process/$link" 2>/dev/null || true) in "$1"/* | "$1") return 0 ;; esac
    done
    if tr '\0' ' ' <"$process/cmdline" 2>/dev/null | grep -q " $1/"; then return 0; fi
  done
  return 1
}
ls -dt "$home"/releases/* | tail -n +$((keep + 1)) | while read -r old; do
  [ "$old" = "$release" ] || in_use "$old" || rm -rf "$old"
done
echo "No ar: $release"
