//===- cuda_textures.h - Texture and surface objects and references -------===//
//
// Fetches are declarations: what they read is for the analysis to say, from
// the name, the coordinates and the type.
//===----------------------------------------------------------------------===//
#pragma GCC system_header

struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};

template <class T, int Dimensions = cudaTextureType1D,
          enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {
  __host__ texture(int Normalized = 0,
                   enum cudaTextureFilterMode Filter = cudaFilterModePoint,
                   enum cudaTextureAddressMode Address = cudaAddressModeClamp) {
    normalized = Normalized;
    filterMode = Filter;
    addressMode[0] = addressMode[1] = addressMode[2] = Address;
  }
  __host__ texture(int, enum cudaTextureFilterMode, enum cudaTextureAddressMode,
                   struct cudaChannelFormatDesc) {}
};
template <class T, int Dimensions>
struct __device_builtin_surface_type__ surface : public surfaceReference {
  __host__ surface() {}
};
template <int Dimensions>
struct __device_builtin_surface_type__ surface<void, Dimensions>
    : public surfaceReference {
  __host__ surface() {}
};

// What a fetch gives back: the element, or floats where it is normalised.
template <class T, enum cudaTextureReadMode Mode> struct __kc_fetched {
  typedef T type;
};
template <> struct __kc_fetched<unsigned char, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <> struct __kc_fetched<signed char, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <> struct __kc_fetched<char, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <> struct __kc_fetched<unsigned short, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <> struct __kc_fetched<short, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <> struct __kc_fetched<uchar2, cudaReadModeNormalizedFloat> {
  typedef float2 type;
};
template <> struct __kc_fetched<uchar4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};
template <> struct __kc_fetched<char4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};
template <> struct __kc_fetched<ushort2, cudaReadModeNormalizedFloat> {
  typedef float2 type;
};
template <> struct __kc_fetched<ushort4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};
template <> struct __kc_fetched<short2, cudaReadModeNormalizedFloat> {
  typedef float2 type;
};
template <> struct __kc_fetched<short4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};

#define KC_FETCH(NAME, PARAMETERS)                                             \
  template <class T, int D, enum cudaTextureReadMode M>                        \
  __device__ __attribute__((const))                                            \
  typename __kc_fetched<T, M>::type NAME PARAMETERS;
#define KC_COMMA ,
KC_FETCH(tex1Dfetch, (texture<T KC_COMMA D KC_COMMA M>, int X))
KC_FETCH(tex1D, (texture<T KC_COMMA D KC_COMMA M>, float X))
KC_FETCH(tex2D, (texture<T KC_COMMA D KC_COMMA M>, float X, float Y))
KC_FETCH(tex3D, (texture<T KC_COMMA D KC_COMMA M>, float X, float Y, float Z))
KC_FETCH(texCubemap,
         (texture<T KC_COMMA D KC_COMMA M>, float X, float Y, float Z))
KC_FETCH(tex1DLayered, (texture<T KC_COMMA D KC_COMMA M>, float X, int Layer))
KC_FETCH(tex2DLayered,
         (texture<T KC_COMMA D KC_COMMA M>, float X, float Y, int Layer))
KC_FETCH(texCubemapLayered, (texture<T KC_COMMA D KC_COMMA M>, float X, float Y,
                             float Z, int Layer))
KC_FETCH(tex1DLod, (texture<T KC_COMMA D KC_COMMA M>, float X, float Level))
KC_FETCH(tex2DLod,
         (texture<T KC_COMMA D KC_COMMA M>, float X, float Y, float Level))
KC_FETCH(tex3DLod, (texture<T KC_COMMA D KC_COMMA M>, float X, float Y, float Z,
                    float Level))
KC_FETCH(tex2Dgather, (texture<T KC_COMMA D KC_COMMA M>, float X, float Y,
                       int Component = 0))
#undef KC_FETCH
#undef KC_COMMA

// Texture objects: value returned, or written through a pointer.
#define KC_FETCH(NAME, PARAMETERS, ARGUMENTS)                                  \
  template <class T>                                                           \
  __device__ __attribute__((const)) T NAME(cudaTextureObject_t, PARAMETERS);   \
  template <class T> __device__ void NAME(T *, cudaTextureObject_t, PARAMETERS);
#define KC_LIST(...) __VA_ARGS__
KC_FETCH(tex1Dfetch, int X, )
KC_FETCH(tex1D, float X, )
KC_FETCH(tex2D, KC_LIST(float X, float Y), )
KC_FETCH(tex3D, KC_LIST(float X, float Y, float Z), )
KC_FETCH(texCubemap, KC_LIST(float X, float Y, float Z), )
KC_FETCH(tex1DLayered, KC_LIST(float X, int Layer), )
KC_FETCH(tex2DLayered, KC_LIST(float X, float Y, int Layer), )
KC_FETCH(texCubemapLayered, KC_LIST(float X, float Y, float Z, int Layer), )
KC_FETCH(tex1DLod, KC_LIST(float X, float Level), )
KC_FETCH(tex2DLod, KC_LIST(float X, float Y, float Level), )
KC_FETCH(tex3DLod, KC_LIST(float X, float Y, float Z, float Level), )
KC_FETCH(tex2DLayeredLod, KC_LIST(float X, float Y, int Layer, float Level), )
KC_FETCH(tex2Dgather, KC_LIST(float X, float Y, int Component = 0), )
KC_FETCH(tex1DGrad, KC_LIST(float X, float Dx, float Dy), )
KC_FETCH(tex2DGrad, KC_LIST(float X, float Y, float2 Dx, float2 Dy), )
KC_FETCH(tex3DGrad, KC_LIST(float X, float Y, float Z, float4 Dx, float4 Dy), )
#undef KC_FETCH

#define KC_BOUNDARY enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap
#define KC_SURFACE(NAME, PARAMETERS)                                           \
  template <class T>                                                           \
  __device__ T NAME##read(cudaSurfaceObject_t, PARAMETERS, KC_BOUNDARY);       \
  template <class T>                                                           \
  __device__ void NAME##read(T *, cudaSurfaceObject_t, PARAMETERS,             \
                             KC_BOUNDARY);                                     \
  template <class T>                                                           \
  __device__ void NAME##write(T, cudaSurfaceObject_t, PARAMETERS,              \
                              KC_BOUNDARY);                                    \
  template <class T, class S, int D>                                           \
  __device__ T NAME##read(surface<S, D>, PARAMETERS, KC_BOUNDARY);             \
  template <class T, class S, int D>                                           \
  __device__ void NAME##read(T *, surface<S, D>, PARAMETERS, KC_BOUNDARY);     \
  template <class T, class S, int D>                                           \
  __device__ void NAME##write(T, surface<S, D>, PARAMETERS, KC_BOUNDARY);
KC_SURFACE(surf1D, int X)
KC_SURFACE(surf2D, KC_LIST(int X, int Y))
KC_SURFACE(surf3D, KC_LIST(int X, int Y, int Z))
KC_SURFACE(surf1DLayered, KC_LIST(int X, int Layer))
KC_SURFACE(surf2DLayered, KC_LIST(int X, int Y, int Layer))
KC_SURFACE(surfCubemap, KC_LIST(int X, int Y, int Face))
KC_SURFACE(surfCubemapLayered, KC_LIST(int X, int Y, int LayerFace))
#undef KC_SURFACE
#undef KC_BOUNDARY
#undef KC_LIST
