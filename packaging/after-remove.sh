#!/bin/sh
# Runs after the removal of the .deb or .rpm. An update installs the new package before it removes the old one, so the link is
# removed only if its target is gone. The station's data is in each user's own folder and is not removed.
set -e
if [ -L /usr/bin/waybill ] && [ ! -e /usr/bin/waybill ]; then rm -f /usr/bin/waybill; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
