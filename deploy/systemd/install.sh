#!/bin/sh
# Installs, or updates, an assembled tree as a service: sudo <tree>/deploy/systemd/install.sh
# It is run again for every update. Settings in /etc/ulna and data in /var/lib/ulna are left as they are.
set -e
[ "$(id -u)" = 0 ] || { echo "install.sh: run this as root" >&2; exit 1; }
tree=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
here=$tree/deploy/systemd
[ -f "$tree/.assembled" ] || { echo "install.sh: $tree is not assembled: npm run assemble -- <folder>" >&2; exit 1; }

if [ "$tree" != /opt/ulna ]; then
  rm -rf /opt/ulna.unfinished /opt/ulna.before
  mkdir -p /opt
  cp -R "$tree" /opt/ulna.unfinished
  chown -R root:root /opt/ulna.unfinished
  chmod -R u=rwX,go=rX /opt/ulna.unfinished
  [ ! -e /opt/ulna ] || mv /opt/ulna /opt/ulna.before
  mv /opt/ulna.unfinished /opt/ulna
  here=/opt/ulna/deploy/systemd
fi

install -d -m 0755 /etc/ulna /etc/sysusers.d /usr/local/sbin
install -m 0644 "$here/sysusers.conf" /etc/sysusers.d/ulna.conf
systemd-sysusers /etc/sysusers.d/ulna.conf
[ -e /etc/ulna/address.env ] || install -m 0644 "$here/address.env" /etc/ulna/address.env
[ -e /etc/ulna/ulna.env ] || install -m 0600 "$here/ulna.env" /etc/ulna/ulna.env
install -m 0755 "$here/ulna-command.sh" /usr/local/sbin/ulna
install -m 0644 "$here/ulna.service" /etc/systemd/system/ulna.service
systemctl daemon-reload
systemctl enable --quiet ulna.service
systemctl restart ulna.service
echo "installed Ulna $(cat /opt/ulna/.assembled); settings: /etc/ulna, what it says: journalctl -u ulna"
