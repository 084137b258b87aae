#!/bin/sh
# Of the .deb and of the .rpm. The sandbox's helper needs its bit where user namespaces are closed to programs.
set -e
ln -sf /opt/Waybill/waybill /usr/bin/waybill
chmod 4755 /opt/Waybill/chrome-sandbox
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null; then gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true; fi
