#!/bin/sh
# Runs a command of Ulna as the service does: same user, settings, and limits on what it may write. As root:
#   ulna backup        ulna restore /srv/ulna-backups        ulna verify
# A key for a restore is read from where it says: BACKUP_IDENTITY_FILE=/root/key.txt ulna restore …
set -e
[ "$(id -u)" = 0 ] || { echo "ulna: run this as root (sudo ulna $*)" >&2; exit 1; }
set -- /opt/ulna/bin/ulna "$@"
if [ -n "${BACKUP_IDENTITY_FILE:-}" ]; then
  set -- --property=LoadCredential=identity:"$(readlink -f "$BACKUP_IDENTITY_FILE")" \
    --setenv=BACKUP_IDENTITY_FILE=/run/credentials/ulna-command.service/identity --unit=ulna-command "$@"
fi
exec systemd-run --quiet --pipe --wait --collect --service-type=exec \
  --property=User=ulna --property=Group=ulna --property=UMask=0077 \
  --property=StateDirectory=ulna --property=CacheDirectory=ulna \
  --property=EnvironmentFile=/etc/ulna/address.env --property=EnvironmentFile=/etc/ulna/ulna.env \
  --setenv=DATA_DIR=/var/lib/ulna --working-directory=/opt/ulna \
  --property=ProtectSystem=strict --property=ReadWritePaths=-/srv/ulna-backups --property=NoNewPrivileges=yes \
  --property=PrivateUsers=yes --property=CapabilityBoundingSet= "$@"
