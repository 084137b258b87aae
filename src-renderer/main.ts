import './interpreted-schemas';
import './styles/main.css';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { router } from './router';
import { useFormBackupStore } from './stores/form-backup';
import { useStationStore } from './stores/station';

const pinia = createPinia();
void useStationStore(pinia).start();
const formBackup = useFormBackupStore(pinia);
formBackup.start();
void formBackup.recover();
createApp(App).use(pinia).use(router).mount('#app');
