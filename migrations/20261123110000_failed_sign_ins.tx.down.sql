DROP TABLE failed_sign_ins;
