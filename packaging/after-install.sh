#!/bin/sh
# Runs after the installation of the .deb or .rpm. The helper of Chromium's sandbox needs the setuid bit on systems where programs
# may not create user namespaces.
set -e
ln -sf /opt/Waybill/waybill /usr/bin/waybill
chmod 4755 /opt/Waybill/chrome-sandbox
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null; then gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true; fi
