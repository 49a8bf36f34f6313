__global__ void four2(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w+x+y+z; o[t]=a[b]+a[b+1];}
__global__ void four1(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w+x+y+z; o[t]=a[b]+1.5f;}
__global__ void mul2(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w*x+y+z; o[t]=a[b]+a[b+1];}
__global__ void mul1(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w*x+y+z; o[t]=a[b]+1.5f;}
__global__ void mm2(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w*x+y*z; o[t]=a[b]+a[b+1];}
__global__ void mm1(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w*x+y*z; o[t]=a[b]+1.5f;}
__global__ void m12(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w*x+y+z; int c=b+w; o[t]=a[c]+a[c+1];}
__global__ void m11(const int*__restrict__ q,float*a,float*o){int t=threadIdx.x; int w=q[t],x=q[t+32],y=q[t+64],z=q[t+96]; int b=w*x+y+z; int c=b+w; o[t]=a[c]+1.5f;}
